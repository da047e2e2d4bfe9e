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
}

/**
 * Reads the traits from the model's name. If they prove wrong, the refusal corrects them.
 * https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting#rejected-configurations
 */
export function modelTraits(model: string): ModelTraits {
  const version = versionOf(model);
  if (version === undefined) {
    return { thinking: ['adaptive', 'enabled'], thinksUnasked: true };
  }
  return {
    thinking:
      version < 307 ? [] : version < 406 ? ['enabled', 'adaptive'] : ['adaptive', 'enabled'],
    thinksUnasked: version >= 500,
  };
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
