import { jinaEmbedder } from '../../../server/providers/jina/embedder.ts';
import { jinaReranker } from '../../../server/providers/jina/reranker.ts';
import {
  describeHostedEmbedder,
  describeHostedReranker,
} from '../../conformance/hosted-embeddings.ts';

describeHostedEmbedder('jina', jinaEmbedder, 'jina-embeddings-v5-text-small');
describeHostedReranker('jina', jinaReranker, 'jina-reranker-v3');
