/** Why the whole of a form was refused; nothing where it was not. */
export function Refused({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" className="text-14 text-danger">
      {text}
    </p>
  )
}
