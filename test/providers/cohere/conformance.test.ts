import { cohereEmbedder, cohereReranker } from '../../../server/providers/hosted/cohere.ts';
import {
  describeHostedEmbedder,
  describeHostedReranker,
} from '../../conformance/hosted-embeddings.ts';

describeHostedEmbedder('cohere', cohereEmbedder, 'embed-v4.0');
describeHostedReranker('cohere', cohereReranker, 'rerank-v4.0-pro');
