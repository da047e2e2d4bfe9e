import { postsChatRequest, type postsChatReply } from '../../contract/posts.ts';
import type { Services } from '../../composition/services.ts';
import type { Handlers } from '../contract-router.ts';
import { parseBody } from '../request.ts';

/** Tells the shim what is known of posts. The shim has checked who may ask about them. */
export const postRoutes = ({ documentAnswers }: Pick<Services, 'documentAnswers'>): Handlers => ({
  'POST /posts/chat': async (request, response) => {
    const { ids } = parseBody(postsChatRequest, request);
    const reply: ReturnType<typeof postsChatReply.parse> = {
      posts: await documentAnswers.ofPosts(ids),
    };
    response.json(reply);
  },
});
