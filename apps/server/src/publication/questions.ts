/**
 * Questions and answers out of the faq's text: a line that begins with "## " is a question, what follows until the
 * next one is its answer.
 */
export function parseQuestions(text: string): { question: string; answer: string }[] {
  return text
    .split(/^## +/m)
    .slice(1)
    .map((part) => {
      const [question = '', ...answer] = part.split('\n')
      return { question: question.trim(), answer: answer.join('\n').trim() }
    })
}
