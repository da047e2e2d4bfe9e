/** Migrates as a process of its own, which can be killed. Arguments: address of the database, folder of migrations. */
import { pathToFileURL } from 'node:url';
import { openDatabase } from '../../server/composition/services.ts';
import { parseDatabaseUrl } from '../../server/config/database-config.ts';
import { migrate } from '../../server/storage/migrate.ts';

const [, , url = '', folder = ''] = process.argv;
const database = openDatabase({ database: parseDatabaseUrl(url) });
process.send?.('begins');
await migrate(database, pathToFileURL(`${folder}/`));
await database.close();
process.disconnect?.();
