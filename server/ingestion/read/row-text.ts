/** `Ticket: Adults; Price: 12 €`: each row of a table can be understood without the others. */
export const rowText = (cells: readonly string[], names: readonly string[]): string =>
  cells
    .map((cell, index) => (names[index] && cell ? `${names[index]}: ${cell}` : cell))
    .filter((cell) => cell !== '')
    .join('; ');
