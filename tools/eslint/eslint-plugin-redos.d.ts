declare module 'eslint-plugin-redos' {
  import type { Rule } from 'eslint';
  const plugin: { rules: { 'no-vulnerable': Rule.RuleModule } };
  export default plugin;
}
