// SPDX-License-Identifier: Apache-2.0
// The colours of scenes; those of the page around them are in style.css.

export type Theme = 'light' | 'dark';

export const bodyColours = [
    '#5b8db8', '#d9985f', '#7aa874', '#b07aa1', '#9c755f', '#edc948', '#76b7b2', '#bab0ac',
];
export const contactColour = '#d1274b';
export const freeColour = '#3a9d5d';
/** From the soonest to the latest; triangles that nothing touches are `untouched`. */
export const timeColours = ['#a50f3c', '#e0533d', '#f39a4c', '#fbdc8a'];

export const sceneColours: Record<Theme, { background: string; normal: string; untouched: string; wire: string }> = {
    light: { background: '#f6f5f1', normal: '#111111', untouched: '#c9c7c0', wire: '#000000' },
    dark: { background: '#15171a', normal: '#eeeeee', untouched: '#5d626a', wire: '#ffffff' },
};

export function bodyColour(body: number): string {
    return bodyColours[body % bodyColours.length];
}
