import { cohereEmbedder } from '../../../server/providers/cohere/embedder.ts';
import { cohereReranker } from '../../../server/providers/cohere/reranker.ts';
import {
  describeHostedEmbedder,
  describeHostedReranker,
} from '../../conformance/hosted-embeddings.ts';

describeHostedEmbedder('cohere', cohereEmbedder, 'embed-v4.0');
describeHostedReranker('cohere', cohereReranker, 'rerank-v4.0-pro');
