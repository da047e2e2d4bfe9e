/** Writes the sample site's PDF and DOCX anew; they are committed. Run: node tools/demo/documents/make.ts */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoSources } from '../paths.ts';
import { renderDocx } from './docx.ts';
import { renderPdf } from './pdf.ts';
import { schoolHandbook } from './school-handbook.ts';
import { visitorGuide } from './visitor-guide.ts';

const media = join(demoSources, 'content/media');
await writeFile(join(media, 'visitor-guide.pdf'), await renderPdf(visitorGuide));
await writeFile(join(media, 'school-programme-handbook.docx'), await renderDocx(schoolHandbook));
