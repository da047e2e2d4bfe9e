import { mistralEmbedder } from '../../../server/providers/hosted/mistral.ts';
import { describeHostedEmbedder } from '../../conformance/hosted-embeddings.ts';

describeHostedEmbedder('mistral', mistralEmbedder, 'mistral-embed');
