import { voyageEmbedder } from '../../../server/providers/voyage/embedder.ts';
import { voyageReranker } from '../../../server/providers/voyage/reranker.ts';
import {
  describeHostedEmbedder,
  describeHostedReranker,
} from '../../conformance/hosted-embeddings.ts';

describeHostedEmbedder('voyage', voyageEmbedder, 'voyage-4-large');
describeHostedReranker('voyage', voyageReranker, 'rerank-2.5');
