import { builtinEmbedder } from '../../server/providers/embedders/builtin.ts';
import { builtinAnswerer } from '../../server/providers/language-models/builtin.ts';
import { describeEmbedder } from '../conformance/embedder.ts';
import { describeLanguageModel } from '../conformance/language-model.ts';

describeEmbedder('builtin', () => ({ embedder: builtinEmbedder() }));
describeLanguageModel('builtin', () => ({ model: builtinAnswerer() }));
