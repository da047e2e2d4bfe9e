import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import redos from 'eslint-plugin-redos';
import type { Rule } from 'eslint';

/** Verdicts of `redos/no-vulnerable`: an empty text for an expression that is linear, else the complaint. */
export type Verdicts = Readonly<Record<string, string>>;

export const verdictsFile = join(import.meta.dirname, 'regular-expressions.json');
export const recordedVerdicts = () => JSON.parse(readFileSync(verdictsFile, 'utf8')) as Verdicts;

const checked = redos.rules['no-vulnerable'];

/**
 * `redos/no-vulnerable`, which attacks an expression for a second or more, except that a recorded verdict
 * is repeated. An expression without one is checked on the spot.
 */
export const noVulnerable = (verdicts: Verdicts): Rule.RuleModule => ({
  ...checked,
  create(context) {
    const { Literal: check, ...others } = checked.create(context);
    return {
      ...others,
      Literal(node) {
        const verdict = 'regex' in node ? verdicts[String(node.value)] : undefined;
        if (verdict === undefined) check?.(node);
        else if (verdict) context.report({ node, message: verdict });
      },
    };
  },
});
