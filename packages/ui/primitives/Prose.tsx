/** A text that somebody wrote, as plain paragraphs: blank lines part them, nothing in it is markup. */
export function Prose({ text }: { text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return (
    <div className="flex max-w-[72ch] flex-col gap-3 text-16 text-secondary">
      {paragraphs.map((paragraph, place) => (
        <p key={place} className="break-words whitespace-pre-line">
          {paragraph.trim()}
        </p>
      ))}
    </div>
  )
}
