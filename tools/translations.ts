import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles, languagesFolder } from './translations/files.ts';

/** `npm run translations`: writes the template for translators and the compiled translations. */
for (const [name, bytes] of Object.entries(generatedFiles())) {
  writeFileSync(join(languagesFolder, name), bytes);
}
