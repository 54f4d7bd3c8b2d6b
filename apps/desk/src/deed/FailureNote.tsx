/** What went wrong with the last attempt, in words. */
export function FailureNote({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <p role="alert" className="rounded-control bg-danger-soft px-3.5 py-2.5 text-14 text-text">
      {text}
    </p>
  )
}
