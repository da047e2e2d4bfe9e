import { isTag, type Element, type ParentNode } from 'domhandler';
import { isHandle, neighboursOf, shortText } from '../html.ts';
import { childElements, partsOf, walk, type Controls } from './elements.ts';

/** Lists of tabs that are looked at, characters of a label, and levels between a control and what it belongs to. */
const max = { lists: 100, label: 150, levels: 4 };

function* above(node: Element): Generator<Element> {
  let { parent } = node;
  for (let level = 0; level < max.levels && parent && isTag(parent); level++) {
    yield parent;
    ({ parent } = parent);
  }
}

const hasRole = ({ attribs }: Element, role: string) => attribs['role'] === role;

/** Returns the ids that a control names. */
function idsOf({ attribs }: Element): string[] {
  const named = attribs['aria-controls'] ?? attribs['data-bs-target'] ?? attribs['data-target'];
  return (named ?? '').split(/\s+/).map((id) => id.replace(/^#/, ''));
}

const isNamedTabs = ({ attribs }: Element) =>
  partsOf(`${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`).includes('tabs');

/** Whether an element is a tab by its role, by Bootstrap's attribute, or as a link in a list that is named so. */
function isTab(element: Element): boolean {
  const { name, attribs, parent } = element;
  if (hasRole(element, 'tab')) return true;
  if (/^(?:tab|pill)$/.test(attribs['data-bs-toggle'] ?? attribs['data-toggle'] ?? '')) return true;
  if (name !== 'a' || !attribs['href']?.startsWith('#') || !parent || !isTag(parent)) return false;
  return parent.name === 'li' && [...above(element)].slice(1, 3).some(isNamedTabs);
}

function listOf(tab: Element): Element {
  const around = [...above(tab)];
  const list = around.find((each) => hasRole(each, 'tablist') || /^[uo]l$/.test(each.name));
  return list ?? around[0] ?? tab;
}

/** Returns the outermost panels of these elements. */
function panelsIn(elements: readonly Element[]): Element[] {
  return elements.flatMap((element) =>
    hasRole(element, 'tabpanel') ? [element] : panelsIn(childElements(element)),
  );
}

/** Returns so many panels behind a list of tabs: those with the role, else all parts of the element behind it. */
function panelsBehind(list: Element, count: number): Element[] {
  for (const node of [list, ...above(list)]) {
    const siblings = node.parent ? childElements(node.parent) : [];
    const behind = siblings.slice(siblings.indexOf(node) + 1);
    const panels = panelsIn(behind);
    if (panels.length === count) return panels;
    const parts = behind[0] ? childElements(behind[0]) : [];
    if (count > 1 && parts.length === count) return parts;
    if (behind.length > 0) return [];
  }
  return [];
}

const labelOf = (control: Element): string => {
  const text = shortText([control]) ?? '';
  return text.length <= max.label && /\p{L}/u.test(text) ? text : '';
};

/** Returns the element behind a button, or behind the element around it, if the button opens it. */
function sectionBehind(button: Element, opens: (element: Element) => boolean): Element | null {
  const around = [...above(button)];
  if (around.some(({ name }) => /^(?:h[1-6]|dt|summary|nav)$/.test(name))) return null;
  const places = [button, ...around.slice(0, 1)];
  const behind = places.map((each) => neighboursOf(each)[1]);
  const section = behind.find((each) => each && opens(each));
  return section && !/^(?:nav|ul|ol|form|dialog)$/.test(section.name) ? section : null;
}

/** Finds the controls of a page. A panel is known by its id, or by its place among as many as there are tabs. */
export function findControls(root: ParentNode): Controls {
  const byId = new Map<string, Element>();
  const controls: Element[] = [];
  const tabs: Element[] = [];
  walk(root, (element) => {
    const { id } = element.attribs;
    if (id && !byId.has(id)) byId.set(id, element);
    if (isTab(element)) tabs.push(element);
    else if (idsOf(element)[0] || isHandle(element)) controls.push(element);
    return false;
  });
  const opensOf = (control: Element): Element[] => {
    const href = control.attribs['href'] ?? '';
    const ids = [...idsOf(control), ...(href.startsWith('#') ? [href.slice(1)] : [])];
    return ids.flatMap((id) => (id === '' ? [] : (byId.get(id) ?? [])));
  };
  const opened = new Set([...controls, ...tabs].flatMap(opensOf));
  const labels = new Map<Element, string>();
  const handles = new Set<Element>();
  const add = (control: Element, panel: Element | null | undefined) => {
    const label = labelOf(control);
    if (!panel || label === '') return;
    opened.add(panel);
    handles.add(control);
    if (!labels.has(panel)) labels.set(panel, label);
  };

  const outer = tabs.filter((tab) => ![...above(tab)].some(isTab));
  for (const [list, of] of [...Map.groupBy(outer, listOf)].slice(0, max.lists)) {
    if (hasRole(list, 'tablist')) for (const tab of of) handles.add(tab);
    const inner = (tab: Element) => [tab, ...childElements(tab)].flatMap(opensOf);
    const isPanel = (element: Element) =>
      !/^h[1-6]$/.test(element.name) && element !== list && ![...above(list)].includes(element);
    const byName = of.map((tab) => inner(tab).find((each) => isPanel(each) && each !== tab.parent));
    const isUnnamed = byName.every((panel) => panel === undefined);
    const behind = of.map((tab) => neighboursOf(tab)[1]);
    const isByTurns = behind.every((next) => next && hasRole(next, 'tabpanel'));
    const inOrder = isUnnamed ? (isByTurns ? behind : panelsBehind(list, of.length)) : byName;
    for (const [at, tab] of of.entries()) add(tab, inOrder[at]);
  }
  for (const control of controls) {
    const isButton = control.name === 'button' || hasRole(control, 'button');
    const opens = new Set(opensOf(control));
    if (isButton)
      add(
        control,
        sectionBehind(control, (element) => opens.has(element)),
      );
  }
  return { opened, labels, handles };
}
