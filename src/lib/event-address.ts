/** Path on the page that opens an event, with what came around it; epoch seconds. */
export function eventAddress(id: string, first: number, last = first): string {
  return `/search?t=${Math.floor(first) - aroundSeconds}..${Math.ceil(last) + aroundSeconds}&event=${id}`;
}

const aroundSeconds = 300;
