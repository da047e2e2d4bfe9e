import { builtinAnswerer } from '../../../server/providers/builtin/builtin.ts';
import { describeLanguageModel } from '../../conformance/language-model.ts';

describeLanguageModel('builtin', () => ({ model: builtinAnswerer() }));
