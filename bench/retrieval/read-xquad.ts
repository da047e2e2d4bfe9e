import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** SQuAD's format, as far as it is read. */
interface SquadFile {
  data: {
    paragraphs: { context: string; qas: { question: string; answers: { text: string }[] }[] }[];
  }[];
}

export interface Question {
  text: string;
  /** Index of the paragraph that answers. */
  paragraph: number;
  answers: string[];
}

export interface QuestionSet {
  language: string;
  paragraphs: string[];
  /** For each paragraph the index of its article. */
  articles: number[];
  questions: Question[];
}

/** XQuAD (github.com/google-deepmind/xquad): one set for each `xquad/xquad.LANGUAGE.json` in `data`. */
export async function readXquad(data: string): Promise<QuestionSet[]> {
  const folder = join(data, 'xquad');
  const files = (await readdir(folder)).filter((file) => /^xquad\.\w+\.json$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => {
      const { data: articles } = JSON.parse(
        await readFile(join(folder, file), 'utf8'),
      ) as SquadFile;
      return questionSet(file.split('.')[1]!, articles);
    }),
  );
}

function questionSet(language: string, articles: SquadFile['data']): QuestionSet {
  const set: QuestionSet = { language, paragraphs: [], articles: [], questions: [] };
  for (const [article, { paragraphs }] of articles.entries()) {
    for (const { context, qas } of paragraphs) {
      const paragraph = set.paragraphs.push(context) - 1;
      set.articles.push(article);
      for (const { question, answers } of qas) {
        set.questions.push({
          text: question,
          paragraph,
          answers: answers.map(({ text }) => text),
        });
      }
    }
  }
  return set;
}
