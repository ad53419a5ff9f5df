import { badRequest } from '../../errors.ts';
import type { AssistantPart, FilePart, Json, ToolCallPart } from '../canonical.ts';
import { parseInput } from '../tool-input.ts';
import { writeSignature } from './signature.ts';
import { writeToolName } from './write-tools.ts';

const address = /^(gs|https?):\/\//;

/**
 * What the model wrote, for the model to go on from. Thoughts of other makers are left out: only their own maker can
 * read the proof of them.
 */
export function writeModelParts(parts: readonly AssistantPart[]): Json[] {
  const written: Json[] = [];
  /** Of a thought that stands in for the signature of the call behind it: clients have a place for no other. */
  let carried: { thoughtSignature?: string } = {};
  for (const [at, part] of parts.entries()) {
    switch (part.type) {
      case 'text':
      case 'refusal':
        if (part.text !== '') written.push({ text: part.text });
        break;
      case 'reasoning': {
        const signature = writeSignature(part.signature);
        if (signature.thoughtSignature === undefined) break;
        const next = parts[at + 1];
        const last = written.at(-1);
        if (next?.type === 'tool-call' && next.signature?.dialect !== 'gemini') carried = signature;
        else if (part.text !== '') written.push({ text: part.text, thought: true, ...signature });
        else if (last?.inlineData && !last.thoughtSignature) Object.assign(last, signature);
        else written.push({ text: '', ...signature });
        break;
      }
      case 'tool-call':
        written.push({ ...writeCall(part), ...carried, ...writeSignature(part.signature) });
        carried = {};
        break;
      case 'file':
        written.push(writeFile(part));
    }
  }
  return written;
}

export function writeCall(call: ToolCallPart): Json {
  const { id, name } = call;
  const args = parseInput(call) ?? { _raw: call.arguments };
  return { functionCall: { ...(id && { id }), name: writeToolName(name), args } };
}

/** Throws a GatewayError (400) for a file that another host stored. */
export function writeFile({ mediaType, source }: FilePart): Json {
  const known = mediaType.endsWith('/*') ? {} : { mimeType: mediaType };
  switch (source.kind) {
    case 'data':
      return { inlineData: { mimeType: mediaType, data: source.base64 } };
    case 'url':
      return { fileData: { ...known, fileUri: source.url } };
    case 'id':
      if (address.test(source.id)) return { fileData: { ...known, fileUri: source.id } };
      throw badRequest(`The file ${source.id} is stored elsewhere. Send its content instead.`, 'messages');
  }
}
