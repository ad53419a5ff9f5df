import { guardedFetch } from '@switchyard/http';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Context } from '../../../context.ts';
import { type Refusal, refuse } from '../../../http/answer.ts';
import { version } from '../../../version.ts';

const Status = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({ version: Type.String(), server_address: Type.String() }),
});

/** Whether the address that processors of payments are told to call leads to this installation. */
export async function checkCallback({ options, config }: Context): Promise<{ detail: string } | Refusal> {
  const { CustomCallbackAddress, ServerAddress } = await options.read();
  const address = CustomCallbackAddress || ServerAddress;
  if (!address) return refuse('Set ServerAddress first.');
  try {
    const { status, body } = await guardedFetch(`${address}/api/status`, { allow: config.upstreamAllow });
    const reply: unknown = status === 200 ? JSON.parse(body.toString('utf8')) : undefined;
    const isOwn =
      Value.Check(Status, reply) && reply.data.version === version && reply.data.server_address === ServerAddress;
    return isOwn
      ? { detail: `${address} leads here.` }
      : refuse(`${address} answers with status ${status}, but not as this installation. Look at its reverse proxy.`);
  } catch (error) {
    return refuse(`${address} cannot be reached: ${(error as Error).message}`);
  }
}
