interface Props {
  label: string;
  /** Number of rows of the page, and of the chosen ones among them. */
  rows: number;
  chosen: number;
  onChange: (chosen: boolean) => void;
}

/** Heads a column of checkboxes: chooses all rows of the page, or none. */
export const CheckAll = ({ label, rows, chosen, onChange }: Props) => (
  <td role="columnheader" className="itih-table__check">
    <input
      type="checkbox"
      aria-label={label}
      checked={chosen > 0 && chosen === rows}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < rows;
      }}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  </td>
);
