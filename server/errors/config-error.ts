/** A sentence that says which setting is missing or wrong. The program ends with it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
