import fc from 'fast-check';

/** Number of attacks that are made up, beside those that are known. */
const random = process.env['ITIH_TEST_FULL'] ? 60 : 12;

/** Milliseconds of this thread's processor: other processes do not count. */
export function cost(act: () => void): number {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const times = 8;
/** Below it, the compiler and the clock, which some systems move by 4 ms, say more than the text. */
const leastCost = 8;

/**
 * Whether eight times the text costs no more than three times eight times as much. A square would be 64
 * times as much. The best of several tries counts.
 */
function isLinear(act: (text: string) => void, textOf: (length: number) => string, length: number) {
  const few = textOf(length);
  const many = textOf(length * times);
  let least = Infinity;
  let most = 0;
  for (let tries = 0; tries < 5; tries++) {
    most = Math.max(
      most,
      leastCost,
      cost(() => act(few)),
    );
    least = Math.min(
      least,
      cost(() => act(many)),
    );
    if (least < 3 * times * most) return true;
  }
  return false;
}

const pieces = [
  ...' \t\n[]()<>`"\'a1.*_~#-!\\:/@|é中&,',
  ...[
    'x<',
    '[a](',
    '](',
    '[1]',
    '[^',
    ']: ',
    '\n> ',
    '\n- ',
    '\n1. ',
    '\nSources:',
    '\n~~~',
    '\n```',
  ],
  ...[
    'http://',
    'www.',
    '**',
    '***',
    'sk-',
    'Bearer ',
    '``',
    '\n\n',
    '\n|',
    '|-',
    'ab.cd',
    '\ufdfa',
  ],
];

interface Attack {
  before: string;
  /** Repeated. */
  unit: string;
  after: string;
}

/** Texts that have been slow once, here or elsewhere. */
const known: readonly Attack[] = [
  { before: '[a](', unit: ' ', after: 'x<' },
  { before: 'Answer.\na', unit: ' ', after: '1' },
  { before: '', unit: 'a', after: '' },
  { before: '', unit: 'a.', after: '\0' },
  { before: 'a', unit: '\n', after: 'x' },
  { before: 'a', unit: '\n ', after: 'x' },
  { before: '[a]:', unit: ' ', after: 'x' },
  { before: '', unit: '`', after: 'a`' },
  { before: '```', unit: 'a', after: '' },
  { before: '', unit: '> ', after: 'x' },
  { before: 'Sources:', unit: '\n[1] Page 1', after: '\nx' },
  { before: '', unit: '[`', after: '' },
  { before: 'sk-', unit: 'a-a', after: '*' },
  { before: '', unit: '/', after: 'x' },
  { before: 'a', unit: ' ', after: '1' },
  { before: '', unit: '<w:rPr>', after: '' },
];

/**
 * @param marks Characters that are left out.
 * @throws the attack for which `act` takes more than linear time
 */
export function expectLinear(
  act: (text: string) => void,
  lengths: readonly number[],
  marks = '',
): void {
  const allowed = pieces.filter((piece) => ![...marks].some((mark) => piece.includes(mark)));
  const some = (minLength: number, maxLength: number) =>
    fc
      .array(fc.constantFrom(...allowed), { minLength, maxLength })
      .map((chosen) => chosen.join(''));
  const attack = fc.record({ before: some(0, 3), unit: some(1, 3), after: some(0, 2) });
  const property = fc.property(
    attack,
    fc.constantFrom(...lengths),
    ({ before, unit, after }, length) =>
      isLinear(
        act,
        (wanted) => before + unit.repeat(Math.ceil(wanted / unit.length)) + after,
        length,
      ),
  );
  const examples = known.flatMap((each) =>
    lengths.map((length): [Attack, number] => [each, length]),
  );
  fc.assert(property, { examples, numRuns: examples.length + random, endOnFailure: true });
}
