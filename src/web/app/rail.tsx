import { Menu, Tooltip, UnstyledButton } from "@mantine/core";
import {
  IconCommand,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { Keys } from "../actions/keys.tsx";
import { version } from "../api/facts.ts";
import { useUnreadCount } from "../api/notifications.ts";
import { useUser } from "../api/session.ts";
import type { PageDefinition } from "../pages.ts";
import { useColors } from "../theme/use-colors.ts";
import { chooseLanguage } from "../words/choose-language.ts";
import { otherLanguages } from "../words/language.ts";
import { words } from "../words/words.ts";
import { leave } from "./leave.ts";
import classes from "./rail.module.css";

interface RailProps {
  pages: readonly PageDefinition[];
  onCommands: () => void;
  onKeys: () => void;
}

/** The slim rail on the left; at the foot of a phone. */
export function Rail({ pages, onCommands, onKeys }: RailProps) {
  const [location] = useLocation();
  const list = useRef<HTMLUListElement>(null);
  // A phone has room for some of the pages only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another mark
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [location]);
  return (
    <nav className={classes.rail} aria-label={words.frame.rail}>
      <Link href="/search" className={classes.mark} aria-label={words.frame.home}>
        <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
          <path
            d="M6 11.5 16 25 26 11.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="3.2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <circle cx="16" cy="9.5" r="3.4" fill="currentColor" />
        </svg>
      </Link>
      <ul ref={list} className={classes.pages}>
        {pages
          .filter(({ place }) => place === undefined)
          .map(({ path, title, icon: Icon, keys, preload }) => (
            <li key={path}>
              <Tooltip position="right" label={<Named title={title()} keys={keys} />}>
                <Link
                  href={path}
                  className={classes.page}
                  onPointerEnter={preload}
                  onFocus={preload}
                  aria-label={title()}
                  aria-current={location === path || location.startsWith(`${path}/`) ? "page" : undefined}
                >
                  <Icon size={20} stroke={1.6} />
                </Link>
              </Tooltip>
            </li>
          ))}
      </ul>
      <div className={classes.foot}>
        <Inbox page={pages.find(({ path }) => path === "/notifications")!} />
        <Tooltip position="right" label={<Named title={words.frame.commands} keys="mod+k" />}>
          <UnstyledButton className={classes.page} onClick={onCommands} aria-label={words.frame.commands}>
            <IconCommand size={20} stroke={1.6} />
          </UnstyledButton>
        </Tooltip>
        <UserMenu onKeys={onKeys} />
      </div>
    </nav>
  );
}

/** Bears a mark while something is unread. */
function Inbox({ page: { path, title, icon: Icon, keys } }: { page: PageDefinition }) {
  const [location] = useLocation();
  const unread = useUnreadCount() ?? 0;
  return (
    <Tooltip position="right" label={<Named title={title()} keys={keys} />}>
      <Link
        href={path}
        className={classes.page}
        data-unread={unread > 0}
        aria-label={unread === 0 ? title() : words.frame.unread(title(), unread)}
        aria-current={location === path ? "page" : undefined}
      >
        <Icon size={20} stroke={1.6} />
      </Link>
    </Tooltip>
  );
}

function Named({ title, keys }: { title: string; keys: string }) {
  return (
    <span className={classes.named}>
      {title} <Keys keys={keys} />
    </span>
  );
}

function UserMenu({ onKeys }: { onKeys: () => void }) {
  const user = useUser();
  const colors = useColors();
  return (
    <Menu position="right-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.page} aria-label={words.frame.ofUser(user.username)}>
          <IconUserCircle size={20} stroke={1.6} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.fullname || user.username}
          {user.fullname && ` (${user.username})`}
        </Menu.Label>
        <Menu.Item component={Link} href="/account/me" leftSection={<IconUserCircle size={16} />}>
          {words.frame.pages.account}
        </Menu.Item>
        <Menu.Item
          leftSection={colors.isDark ? <IconSun size={16} /> : <IconMoon size={16} />}
          onClick={colors.toggle}
          closeMenuOnClick={false}
        >
          {colors.isDark ? words.frame.lightColors : words.frame.darkColors}
        </Menu.Item>
        {otherLanguages.map(([code, name]) => (
          <Menu.Item
            key={code}
            lang={code}
            leftSection={<IconLanguage size={16} />}
            onClick={() => chooseLanguage(code)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={onKeys} rightSection={<Keys keys="?" />}>
          {words.frame.keyboard}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={leave}>
          {words.frame.logOut}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>vigie {version}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
