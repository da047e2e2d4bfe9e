import type { SearchCopy } from '../memory/search-copy.ts';
import type { Database } from '../../storage/database.ts';
import { isLexical, readIndexState, type IndexState } from '../../embedding/index-state.ts';
import type { VectorCapabilities } from './vector-capabilities.ts';
import { makeCodes } from './vector-codes.ts';
import {
  addVectorColumn,
  dropVectorColumn,
  isUsed,
  moveVectors,
  vectorColumns,
} from './vector-columns.ts';
import type { NativeIndex } from './relational-native.ts';

interface Dependencies {
  database: Database;
  copy: SearchCopy;
  native: NativeIndex;
  capabilities: () => Promise<VectorCapabilities>;
  /** That `chunks` has, by dimensions; brought up to date here. */
  columns: Set<number>;
}

const page = 200;

/**
 * Brings what is derived from the vectors, and the place where they are stored, to what the database can:
 * codes that are missing, columns of type VECTOR, an index of the database when memory has no room.
 */
export function createUpkeep(dependencies: Dependencies) {
  const { database, copy, native, capabilities, columns } = dependencies;
  /** How far this process is, with which index. */
  let at = { state: '', codes: 0 as number | null, moved: 0 as number | null };

  async function begin(): Promise<void> {
    const found = await vectorColumns(database);
    columns.clear();
    for (const dimensions of found) columns.add(dimensions);
  }

  async function tendColumns({ active, next }: IndexState): Promise<boolean> {
    const { dimensions } = active;
    if (!columns.has(dimensions)) {
      if (!(await addVectorColumn(database, dimensions))) return false;
      columns.add(dimensions);
      return true;
    }
    if (at.moved !== null) {
      const wanted = { after: at.moved, limit: page };
      at.moved = await database.transaction((transaction) =>
        moveVectors(database, transaction, active, wanted),
      );
      return true;
    }
    for (const other of columns) {
      if (other === dimensions || other === next?.dimensions) continue;
      if (await isUsed(database, other)) continue;
      columns.delete(other);
      await dropVectorColumn(database, other);
      return true;
    }
    return false;
  }

  async function step(): Promise<boolean> {
    const state = await readIndexState(database.query);
    const can = await capabilities();
    if (!state || isLexical(state.active)) return can.index ? native.step(null) : false;
    const text = JSON.stringify(state);
    if (at.state !== text) at = { state: text, codes: 0, moved: 0 };
    if (at.codes !== null) {
      at.codes = await makeCodes(database, state.active, at.codes);
      return true;
    }
    if (can.column && (await tendColumns(state))) return true;
    if (!can.index) return false;
    return native.step((await copy.holds(state.active)) ? null : state.active);
  }

  return { begin, step };
}
