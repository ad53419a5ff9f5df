import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parseSync, visitorKeys } from 'oxc-parser';

const root = join(import.meta.dirname, '../..');

interface Source {
  /** A folder or a file. */
  readonly place: string;
  /** Parts of it that no page shows: they speak to whoever runs the service, to mail boxes or to programs. */
  readonly besides?: readonly string[];
  /** Calls and constructors whose first argument is told, whatever its form. */
  readonly tellers?: readonly string[];
  /** Properties and variables whose value is told, whatever its form. */
  readonly names?: readonly string[];
  /** Everything in it is told, whatever its form. */
  readonly allTold?: boolean;
  /** Its other sentences are for callers of models, or for a log. */
  readonly onlyTold?: boolean;
  /** Puts what is only a part into the sentence that it becomes. */
  readonly complete?: (text: string) => string;
}

/** `RetryTimes` and the like come before, the full stop behind. */
const aboutSetting = (text: string) => `{{}} ${text}.`;

/** Where the server writes what people read. */
const sources: readonly Source[] = [
  {
    place: 'services/console/src',
    besides: [
      'config.ts',
      'server.ts',
      'reset-root-password.ts',
      'plans',
      'mail-texts.ts',
      'notify-owner.ts',
      'openapi',
      'telemetry',
    ],
    tellers: ['refuse', 'Refusal', 'InvalidInput', 'Forbidden'],
  },
  { place: 'services/console/src/auth/identities', tellers: ['Error'] },
  { place: 'services/relay/src/errors.ts' },
  { place: 'services/relay/src/dialects/openai-chat/errors.ts' },
  { place: 'services/relay/src/internal', tellers: ['badRequest', 'fail'] },
  { place: 'services/relay/src/egress/call-upstream.ts' },
  { place: 'services/relay/src/egress/failure.ts', names: ['reason'] },
  { place: 'services/relay/src/providers', names: ['keyHint', 'otherHint', 'notice'], onlyTold: true },
  { place: 'services/relay/src/providers/amount.ts' },
  { place: 'services/relay/src/providers/azure/credentials.ts' },
  { place: 'services/relay/src/providers/baidu/index.ts' },
  { place: 'services/relay/src/providers/baidu/tokens.ts' },
  { place: 'services/relay/src/providers/bedrock/access.ts' },
  { place: 'services/relay/src/providers/cloudflare/index.ts' },
  { place: 'services/relay/src/providers/custom/url.ts' },
  { place: 'services/relay/src/providers/vertex/service-account.ts', tellers: ['unusable'] },
  { place: 'services/billing/src/channels', names: ['reason'], onlyTold: true },
  { place: 'services/console/src/payments/settle-notice.ts', names: ['outcome'] },
  { place: 'libs/payments/src', names: ['refusal', 'declined'] },
  { place: 'libs/payments/src/reasons.ts', allTold: true },
  { place: 'libs/contracts/src/options', names: ['error'], complete: aboutSetting },
  { place: 'libs/pricing/src/write-ratios.ts', names: ['error'], complete: aboutSetting },
  { place: 'libs/pricing/src/parse-card.ts' },
  { place: 'libs/pricing/src/contradiction.ts', allTold: true },
  { place: 'libs/pricing/src/misshape.ts', allTold: true },
  { place: 'libs/http/src', besides: ['cidrs.ts', 'upgrades.ts'] },
  { place: 'libs/http/src/fetch-json.ts', tellers: ['Error'] },
];

/** Notes for a log, and SQL. */
const silent = new Set(['writeLog', 'keep', 'debug', 'info', 'warn', 'error', 'fatal', 'sql']);

/** What only a program can get wrong, a mail, and notes that reach a log in a variable. */
const forOthers = /^Send \{|^This mail shows |^Changed |^Test of /;

/** Every sentence of the server that can reach a page, with `{{}}` for each part that differs, and its file. */
export function serverSentences(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const source of sources) {
    for (const file of filesOf(source)) {
      const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'));
      for (const sentence of sentencesIn(program, source, false)) if (!found.has(sentence)) found.set(sentence, file);
    }
  }
  return found;
}

function filesOf({ place, besides = [] }: Source): string[] {
  if (statSync(join(root, place)).isFile()) return [place];
  return readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\btesting\b/.test(file))
    .filter((file) => !file.split('/').some((part) => besides.includes(part)))
    .map((file) => join(place, file));
}

/** `told`: the value of the node is said as it is, sentence or not. */
function* sentencesIn(node: Node, source: Source, told: boolean): Generator<string> {
  const texts = writtenIn(node);
  for (const text of texts) {
    const isPart = told && !isSentence(text) && /\p{L}/u.test(text.replaceAll('{{}}', '')) && text.trim().includes(' ');
    if (isSentence(text) && (told || !source.onlyTold) && !forOthers.test(text)) yield text;
    else if (isPart) yield source.complete?.(text) ?? text;
  }
  if (isType(node) || silent.has(nameOf(node))) return;
  for (const key of visitorKeys[node.type] ?? []) {
    const value = (node as unknown as Record<string, unknown>)[key];
    for (const [at, child] of [value].flat().entries()) {
      if (isNode(child)) yield* sentencesIn(child, source, isTold(node, key, at, source, told));
    }
  }
}

function isTold(
  node: Node,
  key: string,
  at: number,
  { tellers = [], names = [], allTold = false }: Source,
  told: boolean,
): boolean {
  if (allTold) return true;
  if (key === 'arguments') return at === 0 && tellers.includes(nameOf(node));
  if (node.type === 'Property') return key === 'value' && names.includes(nameOf(node.key));
  if (node.type === 'VariableDeclarator') return key === 'init' && names.includes(nameOf(node.id));
  if (node.type === 'AssignmentExpression') return key === 'right' && names.includes(nameOf(node.left));
  return told && ['consequent', 'alternate', 'left', 'right', 'expression', 'callee', 'object'].includes(key);
}

/** What is called, or the name itself. */
function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return nameOf(node.callee);
  if (node.type === 'TaggedTemplateExpression') return nameOf(node.tag);
  return node.type === 'MemberExpression' ? nameOf(node.property) : '';
}

/** The texts that a literal can be. Of a part with a choice, such as `${reason || 'it gave none'}`, all are. */
function writtenIn(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type !== 'TemplateLiteral') return [];
  let texts = [''];
  for (const [at, { value }] of node.quasis.entries()) {
    const expression = node.expressions[at];
    const parts = expression === undefined ? [''] : choicesOf(expression);
    texts = texts.flatMap((text) => parts.map((part) => text + (value.cooked ?? '') + part));
  }
  return texts;
}

function choicesOf(node: Node): string[] {
  if (node.type === 'ConditionalExpression') return [...choicesOf(node.consequent), ...choicesOf(node.alternate)];
  if (node.type === 'LogicalExpression') return [...choicesOf(node.left), ...choicesOf(node.right)].filter(Boolean);
  const written = writtenIn(node);
  return written.length > 0 ? written : ['{{}}'];
}

/** It begins like a sentence and ends like one, or in a reason. */
function isSentence(text: string): boolean {
  return /^(?:[A-Z"]|\{\{\}\}).* .*(?:[.?!]|: \{\{\}\})$/su.test(text) && /[a-z]{2}/.test(text.replaceAll('{{}}', ''));
}

function isType({ type }: Node): boolean {
  return type.startsWith('TS') && !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(type);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
