import { cutTextToBytes } from "./cut-text.ts";
import type { ServiceAddress, ServiceCall, ServiceMessage } from "./service-message.ts";

/**
 * A webhook of Microsoft Teams, of a workflow or a connector: one adaptive card. Texts are runs of a rich text block,
 * in which nothing is Markdown, so that an event is shown as it is.
 */
export function teamsCall({ url }: ServiceAddress, message: ServiceMessage): ServiceCall {
  const actions = message.url === "" ? [] : [{ type: "Action.OpenUrl", title: "Open the event", url: message.url }];
  const lines = [
    { text: cutTextToBytes(message.title, titleBytesMax), weight: "Bolder", size: "Medium", color: colorOf(message) },
    { text: cutTextToBytes(message.summary, titleBytesMax), isSubtle: true },
    { text: cutTextToBytes(message.text, textBytesMax), fontType: "Monospace" },
  ];
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.2",
    msteams: { width: "Full" },
    body: lines
      .filter(({ text }) => text !== "")
      .map((run) => ({ type: "RichTextBlock", inlines: [{ type: "TextRun", ...run }] })),
    ...(actions.length > 0 ? { actions } : {}),
  };
  return {
    url,
    body: {
      type: "message",
      attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
    },
  };
}

/** A message takes 28 KB; JSON writes a control character with six. */
const textBytesMax = 3_500;
const titleBytesMax = 300;

function colorOf({ isOver, severity }: ServiceMessage): string {
  if (isOver) return "Good";
  return severity <= 3 ? "Attention" : severity === 4 ? "Warning" : "Default";
}
