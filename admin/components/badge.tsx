export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

export function Badge({ tone, text }: { tone: Tone; text: string }) {
  return <span className={`itih-badge is-${tone}`}>{text}</span>;
}
