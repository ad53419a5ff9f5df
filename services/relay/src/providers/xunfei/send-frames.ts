import { type Dispatcher, WebSocket } from 'undici';
import { asText } from '../../dialects/json.ts';
import type { UpstreamCall } from '../provider.ts';
import { ReportedResponse } from '../reported-response.ts';
import { hearRefusal } from './hear-refusal.ts';

const handshakeMs = 10_000;
/** Quotes within texts are escaped, so these are members of the frame itself. */
const good = /"code"\s*:\s*0\b/;
const last = /"status"\s*:\s*2\b/;

/**
 * Sends the body as one frame and tells of the frames that come as server-sent events. Nothing is told before the first
 * good frame: a refusal comes as JSON, and one of the handshake with its own status, so that another channel may do.
 */
export function sendFrames(call: UpstreamCall, handler: Dispatcher.DispatchHandler, dispatcher: Dispatcher): void {
  const response = new ReportedResponse(handler);
  if (response.signal.aborted) return;
  const socket = new WebSocket(call.url, {
    dispatcher: hearRefusal(dispatcher, (status, contentType, body) => response.send(status, contentType, body)),
  });
  const handshake = setTimeout(() => {
    response.fail(new Error('the handshake took too long'));
    socket.close();
  }, handshakeMs);
  let started = false;
  response.signal.addEventListener('abort', () => socket.close());
  socket.addEventListener('open', () => {
    clearTimeout(handshake);
    socket.send(call.body.toString('utf8'));
  });
  socket.addEventListener('message', ({ data }) => {
    const frame = asText(data);
    const isGood = good.test(frame);
    if (isGood && !started) response.start(200, 'text/event-stream');
    if (isGood || started) {
      started = true;
      response.data(Buffer.from(`data: ${frame.replace(/[\r\n]+/g, ' ')}\n\n`));
      if (isGood && !last.test(frame)) return;
      response.end();
    } else response.send(200, 'application/json', Buffer.from(frame));
    socket.close();
  });
  socket.addEventListener('close', () => {
    clearTimeout(handshake);
    if (started) response.end();
    else response.fail(new Error('the connection was closed before an answer'));
  });
}
