# SPDX-License-Identifier: Apache-2.0
"""tocca view serves a report on this machine, and nothing else to nobody else."""
import http.client
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.parse

TOCCA = os.environ.get('TOCCA_EXECUTABLE', 'tocca')


class View(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.holder.cleanup)
        cls.file = pathlib.Path(cls.holder.name) / 'a report.html'
        subprocess.run([TOCCA, 'rigid', 'box:1,1,1', 'sphere:1', '--from', '3,0,0', '--to', '0,0,0', '--report',
                        cls.file], check=False, timeout=60, stdout=subprocess.DEVNULL)
        cls.page = cls.file.read_bytes()

    def serve(self, *arguments):
        """Starts a server and gives the address it prints."""
        server = subprocess.Popen([TOCCA, 'view', self.file, '--serve', *arguments], stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.stop, server)
        address = urllib.parse.urlsplit(server.stdout.readline().strip())
        self.assertEqual((address.scheme, address.hostname, address.path), ('http', '127.0.0.1', '/a%20report.html'))
        return server, address

    def stop(self, server):
        if server.poll() is None:
            server.send_signal(signal.SIGINT)
        server.communicate(timeout=20)
        return server.returncode

    def ask(self, address, method, path, **headers):
        connection = http.client.HTTPConnection(address.hostname, address.port, timeout=20)
        self.addCleanup(connection.close)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer, answer.read()

    def test_gives_the_page_and_ends_on_interrupt(self):
        server, address = self.serve()
        for path in ('/', address.path, address.path + '?again=1'):
            answer, body = self.ask(address, 'GET', path)
            self.assertEqual(answer.status, 200)
            self.assertEqual(body, self.page)
            self.assertEqual(answer.getheader('Content-Type'), 'text/html; charset=utf-8')
            self.assertEqual(int(answer.getheader('Content-Length')), len(self.page))
        answer, body = self.ask(address, 'HEAD', '/')
        self.assertEqual((answer.status, body), (200, b''))
        self.assertEqual(int(answer.getheader('Content-Length')), len(self.page))
        self.assertEqual(self.stop(server), 0)

    def test_gives_nothing_else(self):
        _, address = self.serve()
        for path in ('/other.html', '/../etc/passwd', '/a report.html/x', '//'):
            self.assertEqual(self.ask(address, 'GET', urllib.parse.quote(path))[0].status, 404, path)
        for method in ('POST', 'PUT', 'DELETE', 'OPTIONS'):
            answer, _ = self.ask(address, method, '/')
            self.assertEqual(answer.status, 405)
            self.assertEqual(answer.getheader('Allow'), 'GET, HEAD')
        self.assertEqual(self.ask(address, 'GET', '/', Host='evil.example')[0].status, 403)

    def test_broken_and_silent_clients_hold_up_nobody(self):
        _, address = self.serve()
        clients = [socket.create_connection((address.hostname, address.port), timeout=20) for _ in range(6)]
        for client in clients:
            self.addCleanup(client.close)
        clients[1].sendall(b'GET / HT')
        clients[2].sendall(b'\x00\xff\r\n\r\n')
        clients[3].sendall(b'GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n' % address.port)  # and does not read
        clients[4].sendall(b'A' * 40000)
        clients[5].close()
        begin = time.monotonic()
        self.assertEqual(self.ask(address, 'GET', '/')[1], self.page)
        self.assertLess(time.monotonic() - begin, 5)
        self.assertTrue(clients[2].recv(100).startswith(b'HTTP/1.1 400'))
        self.assertTrue(clients[4].recv(100).startswith(b'HTTP/1.1 431'))

    def test_port(self):
        _, address = self.serve()
        second = subprocess.run([TOCCA, 'view', self.file, '--port', str(address.port)], capture_output=True, text=True,
                                timeout=20)
        self.assertEqual(second.returncode, 2)
        self.assertIn(str(address.port), second.stderr)
        for port in ('-1', '65536', 'x', ''):
            self.assertEqual(subprocess.run([TOCCA, 'view', self.file, '--port', port], capture_output=True, timeout=20
                                            ).returncode, 2)

    def test_port_of_http_goes_without_saying(self):
        try:
            with socket.create_server(('127.0.0.1', 80)):
                pass
        except OSError as error:
            self.skipTest(f'port 80 cannot be had: {error}')
        _, address = self.serve('--port', '80')
        for host, status in (('127.0.0.1', 200), ('localhost', 200), ('localhost:80', 200), ('evil.example', 403)):
            self.assertEqual(self.ask(address, 'GET', '/', Host=host)[0].status, status, host)
        _, address = self.serve()
        self.assertEqual(self.ask(address, 'GET', '/', Host='localhost')[0].status, 403)

    def test_what_is_no_report(self):
        folder = pathlib.Path(self.holder.name)
        (folder / 'other.html').write_text('<html>no</html>')
        (folder / 'empty.html').write_text('')
        (folder / 'cut.html').write_bytes(self.page[:len(self.page) // 50])
        for name in ('other.html', 'empty.html', 'cut.html', 'missing.html', '.'):
            ran = subprocess.run([TOCCA, 'view', folder / name, '--serve'], capture_output=True, text=True, timeout=20)
            self.assertEqual(ran.returncode, 2, name)
            self.assertNotEqual(ran.stderr, '')

    def test_opens_on_a_desktop(self):
        """An xdg-open of our own takes the name of the file."""
        folder = pathlib.Path(self.holder.name) / 'bin'
        folder.mkdir()
        (folder / 'xdg-open').write_text('#!/bin/sh\nprintf %s "$1" > "$(dirname "$0")/opened"\n')
        (folder / 'xdg-open').chmod(0o755)
        environment = dict(os.environ, PATH=f'{folder}:{os.environ["PATH"]}', DISPLAY=':0')
        ran = subprocess.run([TOCCA, 'view', self.file], env=environment, capture_output=True, text=True, timeout=20)
        self.assertEqual((ran.returncode, ran.stderr), (0, ''))
        self.assertEqual((folder / 'opened').read_text(), str(self.file))


if __name__ == '__main__':
    unittest.main()
