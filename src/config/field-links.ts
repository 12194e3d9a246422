import * as z from "zod";

/** Pages offered for the values of a field, by field name, as JSON text. `{value}` in a URL stands for the value. */
export function fieldLinks() {
  return z.string().transform((text, context): z.output<typeof linksByField> => {
    const result = linksByField.safeParse(parse(text));
    if (result.success) return result.data;
    const issue = result.error.issues[0];
    const message = issue?.path.length ? `${issue.path.map(String).join(".")}: ${issue.message}` : expected;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/** For text that is not JSON, or not an object. */
const expected = 'expected JSON such as {"src_ip": [{"name": "whois", "label": "Whois", "url": "https://…/{value}"}]}';

const link = z.object({
  name: z.string().min(1).max(64),
  label: z.string().min(1).max(255),
  url: z
    .string()
    .max(2048)
    .refine(isWebAddress, { error: "expected an http or https address such as https://example.org/{value}" }),
});

/** They are added to every event of an answer, so there are only a few. */
const linksByField = z.record(z.string().min(1).max(255), z.array(link).max(20)).superRefine((links, context) => {
  if (Object.keys(links).length > 100)
    context.addIssue({ code: "custom", path: ["fields"], message: "expected links for at most 100 fields" });
});

/** The value must not choose where the link leads: it comes after the host. */
function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^/?#{}\s\\]+[/?#]/i.test(url) && URL.canParse(url.replaceAll("{value}", "x"));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
