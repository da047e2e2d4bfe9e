import { isTag, isText, type ParentNode } from 'domhandler';

/** Attributes of a counter with the figure to which a script counts. */
const target =
  /^data-(?:(?:pure)?counter-)?(?:to|count|counter|end|final|number|stop|target|value)(?:-(?:to|value|number|end))?$/;
const figure = /^[+-]?\d[\d.,]{0,20}\D{0,3}$/;

/** Writes the figures that a script fills in where a page shows a zero. */
export function tellFigures(root: ParentNode): void {
  const waiting: ParentNode[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const [only, other] = node.children;
    if (isTag(node) && !other && only && isText(only) && /^\s*0\s*$/.test(only.data)) {
      const names = Object.keys(node.attribs).filter((name) => target.test(name));
      const value = names
        .map((name) => node.attribs[name]!.trim())
        .find((each) => figure.test(each));
      only.data = value ?? only.data;
    }
    for (const child of node.children) if (isTag(child)) waiting.push(child);
  }
}
