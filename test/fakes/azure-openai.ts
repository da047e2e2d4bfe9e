import type http from 'node:http';
import type { Answer } from './openai-behaviours.ts';
import type { VendorRefusal, VendorServerOptions } from './vendor-server.ts';

type Routes = VendorServerOptions<Answer>['routes'];

const error = (status: number, code: string, message: string): VendorRefusal => ({
  status,
  body: { error: { code, message } },
});

/** https://github.com/mindsdb/mindsdb/issues/11285 */
export const azureUnknown = error(404, '404', 'Resource not found');

/**
 * Takes OpenAI's routes to Azure's two addresses: `/openai/v1/…` of the API that is OpenAI's own, and
 * `/openai/deployments/NAME/…?api-version=…` of that of old, which knows no responses.
 * https://learn.microsoft.com/azure/foundry/openai/api-version-lifecycle,
 * https://learn.microsoft.com/azure/foundry/openai/reference
 */
export function azureRoutes(own: Routes): Routes {
  const routes: Routes = {};
  for (const [key, route] of Object.entries(own)) {
    routes[key.replace('/v1/', '/openai/v1/')] = route;
  }
  const ofDeployment = ['/chat/completions', '/embeddings'];
  routes['POST /openai/deployments/*'] = (body, reply, refuse, request) => {
    const { path, deployment } = addressOf(request);
    const operation = ofDeployment.find((end) => path.endsWith(end));
    const route = own[`POST /v1${operation}`];
    if (!operation || !route) return refuse(azureUnknown);
    // The address names the model, whatever the body says.
    return route({ ...body, model: deployment }, reply, refuse, request);
  };
  return routes;
}

function addressOf(request: http.IncomingMessage) {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake');
  const deployment = /^\/openai\/deployments\/([^/]+)/.exec(pathname)?.[1];
  return {
    path: pathname,
    deployment: deployment && decodeURIComponent(deployment),
    version: searchParams.get('api-version'),
  };
}

/**
 * The key is in a header of its own. An address of a deployment needs a dated version, the other takes none.
 * https://github.com/Azure-Samples/azure-search-openai-demo/issues/645, https://github.com/chatboxai/chatbox/issues/646
 */
export function azureRefusal(
  request: http.IncomingMessage,
  key: string | null,
  deployments: readonly string[],
): VendorRefusal | undefined {
  const { headers } = request;
  if (headers['api-key'] !== key || headers.authorization !== undefined) {
    return error(
      401,
      '401',
      'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.',
    );
  }
  const { path, deployment, version } = addressOf(request);
  if (deployment === undefined) {
    const isDated = version !== null && /^\d/.test(version);
    return isDated && path.startsWith('/openai/v1/')
      ? error(400, 'BadRequest', 'API version not supported')
      : undefined;
  }
  if (!/^\d{4}-\d\d-\d\d(-preview)?$/.test(version ?? '')) return azureUnknown;
  if (deployments.includes(deployment)) return undefined;
  return error(
    404,
    'DeploymentNotFound',
    'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
  );
}
