import { jinaEmbedder, jinaReranker } from '../../../server/providers/hosted/jina.ts';
import {
  describeHostedEmbedder,
  describeHostedReranker,
} from '../../conformance/hosted-embeddings.ts';

describeHostedEmbedder('jina', jinaEmbedder, 'jina-embeddings-v5-text-small');
describeHostedReranker('jina', jinaReranker, 'jina-reranker-v3');
