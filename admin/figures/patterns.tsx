import type { ReactNode } from 'react';

/** By the key of a series: a colour, and what is drawn on it in white. */
const fills: Record<string, { colour: string; drawn?: ReactNode }> = {
  answered: { colour: '#2271b1' },
  closest: { colour: '#996800', drawn: <path d="M-2 2l4-4M0 8l8-8M6 10l4-4" /> },
  refused: { colour: '#7a3e9d', drawn: <circle cx="4" cy="4" r="1" /> },
  failed: { colour: '#d63638', drawn: <path d="M0 8l8-8M0 0l8 8" /> },
  stopped: { colour: '#787c82', drawn: <path d="M0 4h8" /> },
  prompt: { colour: '#2271b1' },
  completion: { colour: '#135e96', drawn: <path d="M-2 2l4-4M0 8l8-8M6 10l4-4" /> },
};

/** Holds the patterns that the plots of the page are filled with. */
export const Patterns = () => (
  <svg className="itih-patterns" width="0" height="0" aria-hidden="true">
    <defs>
      {Object.entries(fills).map(([key, { colour, drawn }]) => (
        <pattern
          key={key}
          id={`itih-fill-${key}`}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
        >
          <rect width="8" height="8" fill={colour} />
          <g stroke="#fff" strokeWidth="1.5" fill="none">
            {drawn}
          </g>
        </pattern>
      ))}
    </defs>
  </svg>
);
