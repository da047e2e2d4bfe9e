import type { Rule } from 'eslint';

/** Words that open a relative clause in place of a noun or a verb. */
export const refusedOpenings = /^(what|of|who|whoever|whatever)\b/i;

/** The first line of each paragraph of a docstring or block comment. */
const paragraphs = (text: string): string[] =>
  text
    .replace(/^\*/, '')
    .split(/\n\s*\*?\s*(?:\n|$)/)
    .map((paragraph) => paragraph.replace(/^\s*(?:\*\s*)?/, ''));

/** Refuses comments and paragraphs of docstrings that open with What, Of, Who, Whoever or Whatever. */
export const commentOpening: Rule.RuleModule = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => ({
    Program() {
      let continued = '';
      for (const { type, value, loc } of context.sourceCode.getAllComments()) {
        if (!loc) continue;
        // Consecutive `//` lines are one comment.
        const { line, column } = loc.start;
        const isContinued = type === 'Line' && continued === `${line}:${column}`;
        continued = `${line + 1}:${column}`;
        const openings = type === 'Line' ? [value.trim()] : paragraphs(value);
        if (isContinued || !openings.some((text) => refusedOpenings.test(text))) continue;
        context.report({
          loc,
          message: 'Begin with a noun or a verb, not with a relative clause.',
        });
      }
    },
  }),
};
