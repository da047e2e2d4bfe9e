import { voyageEmbedder, voyageReranker } from '../../../server/providers/hosted/voyage.ts';
import {
  describeHostedEmbedder,
  describeHostedReranker,
} from '../../conformance/hosted-embeddings.ts';

describeHostedEmbedder('voyage', voyageEmbedder, 'voyage-4-large');
describeHostedReranker('voyage', voyageReranker, 'rerank-2.5');
