/**
 * `adaptive`: the model decides how much to think, guided by an effort; `enabled`: up to a budget of
 * tokens.
 */
export type ThinkingMode = 'adaptive' | 'enabled';

export interface ModelTraits {
  /** Modes to try, in this order. */
  thinking: readonly ThinkingMode[];
  /** Whether it thinks, and spends tokens on it, when nobody asks for it. */
  thinksUnasked: boolean;
  /** Ways to keep it from thinking, the most effective first. `effort`: it can only be told to think little. */
  off: readonly ThinkingOff[];
}

/**
 * `between_tools`: without thinking before the answer, only with notes between calls; `disabled`: without thinking.
 * https://platform.claude.com/docs/en/models/sonnet-5-5/whats-new-sonnet-5-5,
 * https://platform.claude.com/docs/en/models/opus-5-5/whats-new-opus-5-5#thinking-cant-be-disabled
 */
export type ThinkingOff = 'between_tools' | 'disabled' | 'effort';

/**
 * Reads the traits from the model's name. If they prove wrong, the refusal corrects them.
 * https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting#rejected-configurations
 */
export function modelTraits(model: string): ModelTraits {
  const version = versionOf(model);
  if (version === undefined) {
    return { thinking: ['adaptive', 'enabled'], thinksUnasked: true, off: [] };
  }
  return {
    thinking:
      version < 307 ? [] : version < 406 ? ['enabled', 'adaptive'] : ['adaptive', 'enabled'],
    thinksUnasked: version >= 500,
    off: version < 500 ? [] : waysOff.slice(refusedWays(model, version)),
  };
}

const waysOff: readonly ThinkingOff[] = ['between_tools', 'disabled', 'effort'];

/** Returns how many of the ways to keep a model from thinking it is known to refuse. */
function refusedWays(model: string, version: number): number {
  if (/sonnet/.test(model)) return version >= 505 ? 0 : 1;
  if (/fable|mythos/.test(model) || (/opus/.test(model) && version >= 505)) return 2;
  return 1;
}

/**
 * 405 for `claude-haiku-4-5-20251001`, `anthropic/claude-haiku-4.5`; 307 for `claude-3-7-sonnet-latest`.
 * Undefined: a name without a version.
 */
function versionOf(model: string): number | undefined {
  const found =
    /claude-[a-z]+-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(model) ??
    /claude-(\d{1,2})(?:[-.](\d{1,2}))?-[a-z]+/.exec(model);
  return found ? Number(found[1]) * 100 + Number(found[2] ?? 0) : undefined;
}
