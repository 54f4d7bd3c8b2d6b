import { client } from './client.ts'

/** Chinese letters, English letters and digits, whatever they are combined of. */
const nicknameShape = new RegExp(
  `^[\\p{Script=Han}A-Za-z0-9]{${client.nicknameLengthMin},${client.nicknameLengthMax}}$`,
  'u',
)

/** A nickname in the form in which it is kept (white space around it trimmed), or null where the text is none. */
export function readNickname(text: string): string | null {
  const nickname = text.trim().normalize('NFC')
  return nicknameShape.test(nickname) ? nickname : null
}
