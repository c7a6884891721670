// SPDX-License-Identifier: Apache-2.0
// Short ways to the elements of the page.

/** The element of an id. Throws: an Error when page.html has none. */
export function element<T extends HTMLElement = HTMLElement>(id: string): T {
    const found = document.getElementById(id);
    if (found === null) throw new Error(`the page has no element ${id}`);
    return found as T;
}

/** A new element with a class and a text. Texts of reports go in by this way only, never as HTML. */
export function make<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    className = '',
    text = '',
): HTMLElementTagNameMap[K] {
    const made = document.createElement(tag);
    if (className !== '') made.className = className;
    if (text !== '') made.textContent = text;
    return made;
}

/** Names and values, as a list of definitions. */
export function facts(rows: readonly (readonly [string, string])[]): HTMLDListElement {
    const list = make('dl', 'facts');
    for (const [name, value] of rows) list.append(make('dt', '', name), make('dd', '', value));
    return list;
}
