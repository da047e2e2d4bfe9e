import { useEffect, useState } from '@wordpress/element';

/** The value as it was when it last had not changed for `ms`: what is typed is not asked for letter by letter. */
export function useSettled<T>(value: T, ms = 300): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
