import { z } from 'zod';

/** A sidecar on another machine gets its connection: see docs/decisions/0055-connect-by-one-exchange.md. */

/** `app_id` of the application passwords that the exchange takes; any other password is refused and kept. */
export const connectAppId = '6f0d2f0e-7d1c-4b8e-9f56-0d7a3c1e5b42';

/** `POST /connect`, `POST /connection`, `PUT /connection` */
export const connectRequest = z.object({
  /** Where the plugin reaches the sidecar; empty: as it is set already. */
  sidecar_url: z.string().max(2048),
  /** Not `POST /connect`: the password of the administrator's account. */
  password: z.string().max(4096).optional(),
  /** `POST /connection` alone: the connection itself instead of a one-time code. */
  lasting: z.boolean().optional(),
  /** `POST /connect` alone, in place of an application password: that of a one-time code. */
  code: z.string().optional(),
});

export const connectReply = z.object({
  /** Value of ITIH_CONNECT: a connection or, from `POST /connection` by default, a one-time code; of `PUT` empty. */
  connect: z.string(),
  /** Where the plugin calls the sidecar from now on. */
  sidecar_url: z.string(),
});
export type ConnectReply = z.infer<typeof connectReply>;

/** Content of a connection: `itih1.<this as JSON, base64url>.<8 hex digits of the SHA-256 of the part before>`. */
export const connection = z.object({
  site: z.url({ protocol: /^https?$/ }),
  secret: z.string().min(32).max(512),
});
export type Connection = z.infer<typeof connection>;

/** Content of a one-time code, `itih2.…` in the same form: it can be exchanged for the connection for 15 minutes. */
export const oneTimeCode = z.object({
  site: z.url({ protocol: /^https?$/ }),
  code: z.string().regex(/^[0-9a-f]{64}$/),
});
export type OneTimeCode = z.infer<typeof oneTimeCode>;
