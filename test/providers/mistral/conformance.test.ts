import { mistralEmbedder } from '../../../server/providers/mistral/embedder.ts';
import { describeHostedEmbedder } from '../../conformance/hosted-embeddings.ts';

describeHostedEmbedder('mistral', mistralEmbedder, 'mistral-embed');
