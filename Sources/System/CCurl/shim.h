#pragma once

// libcurl, opened on first use and never linked: linking costs every start 3 ms. The header is only used for types; `load`, in
// CLibraries/Curl.c, fills a table of function pointers, a value that its owner keeps.

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#define CARDS_CURL_FUNCTIONS(each) \
    each(curl_global_init) \
    each(curl_version) \
    each(curl_getdate) \
    each(curl_easy_init) \
    each(curl_easy_cleanup) \
    each(curl_easy_setopt) \
    each(curl_easy_pause) \
    each(curl_easy_getinfo) \
    each(curl_easy_strerror) \
    each(curl_slist_append) \
    each(curl_slist_free_all) \
    each(curl_multi_init) \
    each(curl_multi_cleanup) \
    each(curl_multi_add_handle) \
    each(curl_multi_remove_handle) \
    each(curl_multi_perform) \
    each(curl_multi_info_read) \
    each(curl_multi_poll) \
    each(curl_multi_wakeup)

#define CARDS_CURL_MEMBER(name) __typeof__(&name) name;

/// The functions of libcurl that the network loader calls. Filled once, then only read.
struct __attribute__((swift_attr("@Sendable"))) CurlFunctions {
    CARDS_CURL_FUNCTIONS(CARDS_CURL_MEMBER)
};
typedef struct CurlFunctions CurlFunctions;

/// The transfers of one thread. Other threads may only call `wake`.
struct __attribute__((swift_attr("@Sendable"))) CurlMulti {
    CURLM *handle;
};
typedef struct CurlMulti CurlMulti;

typedef size_t (*CurlDataCallback)(char *data, size_t size, size_t count, void *context);

/// Opens the library of this name and fills the table. False when there is none, or one that is too old. The library stays open.
__attribute__((swift_name("CurlFunctions.load(self:from:)")))
bool cards_curl_load(CurlFunctions *table, const char *library);

typedef curl_socket_t (*CurlSocketCallback)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

// The easy interface: a single transfer.

__attribute__((swift_name("CurlFunctions.makeEasy(self:)")))
static inline CURL *cards_curl_easy_init(CurlFunctions table) { return table.curl_easy_init(); }

__attribute__((swift_name("CurlFunctions.freeEasy(self:_:)")))
static inline void cards_curl_easy_cleanup(CurlFunctions table, CURL *easy) { table.curl_easy_cleanup(easy); }

__attribute__((swift_name("CurlFunctions.set(self:_:_:long:)")))
static inline CURLcode cards_curl_set_long(CurlFunctions table, CURL *easy, CURLoption option, long value) {
    return table.curl_easy_setopt(easy, option, value);
}

__attribute__((swift_name("CurlFunctions.set(self:_:_:offset:)")))
static inline CURLcode cards_curl_set_offset(CurlFunctions table, CURL *easy, CURLoption option, int64_t value) {
    return table.curl_easy_setopt(easy, option, (curl_off_t)value);
}

/// libcurl copies the text, and for CURLOPT_COPYPOSTFIELDS the bytes.
__attribute__((swift_name("CurlFunctions.set(self:_:_:copying:)")))
static inline CURLcode cards_curl_set_copy(CurlFunctions table, CURL *easy, CURLoption option, const void *value) {
    return table.curl_easy_setopt(easy, option, value);
}

/// libcurl keeps the pointer, without copying.
__attribute__((swift_name("CurlFunctions.set(self:_:_:pointer:)")))
static inline CURLcode cards_curl_set_pointer(CurlFunctions table, CURL *easy, CURLoption option, void *value) {
    return table.curl_easy_setopt(easy, option, value);
}

__attribute__((swift_name("CurlFunctions.setCallbacks(self:_:header:body:context:)")))
static inline CURLcode cards_curl_set_callbacks(
    CurlFunctions table, CURL *easy, CurlDataCallback header, CurlDataCallback body, void *context) {
    CURLcode code = table.curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
    if (code == CURLE_OK) code = table.curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
    if (code == CURLE_OK) code = table.curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
    if (code == CURLE_OK) code = table.curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
    return code;
}

/// Opens the sockets of a transfer by the callback, which sees each address first; CURL_SOCKET_BAD refuses one.
__attribute__((swift_name("CurlFunctions.setOpenSocket(self:_:_:context:)")))
static inline CURLcode cards_curl_set_open_socket(
    CurlFunctions table, CURL *easy, CurlSocketCallback callback, void *context) {
    CURLcode code = table.curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
    if (code == CURLE_OK) code = table.curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
    return code;
}

/// The whole address, which may be longer than its member.
static inline const void *cards_curl_address(const struct curl_sockaddr *address) { return &address->addr; }

static inline curl_socket_t cards_curl_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

__attribute__((swift_name("CurlFunctions.setBasic(self:_:user:password:)")))
static inline CURLcode cards_curl_set_basic(CurlFunctions table, CURL *easy, const char *user, const char *password) {
    CURLcode code = table.curl_easy_setopt(easy, CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC);
    if (code == CURLE_OK) code = table.curl_easy_setopt(easy, CURLOPT_USERNAME, user);
    if (code == CURLE_OK) code = table.curl_easy_setopt(easy, CURLOPT_PASSWORD, password);
    return code;
}

__attribute__((swift_name("CurlFunctions.setBearer(self:_:token:)")))
static inline CURLcode cards_curl_set_bearer(CurlFunctions table, CURL *easy, const char *token) {
    CURLcode code = table.curl_easy_setopt(easy, CURLOPT_HTTPAUTH, (long)CURLAUTH_BEARER);
    if (code == CURLE_OK) code = table.curl_easy_setopt(easy, CURLOPT_XOAUTH2_BEARER, token);
    return code;
}

/// Resumes a transfer that its body callback paused; the callback may be called before this returns.
__attribute__((swift_name("CurlFunctions.resume(self:_:)")))
static inline CURLcode cards_curl_resume(CurlFunctions table, CURL *easy) {
    return table.curl_easy_pause(easy, CURLPAUSE_CONT);
}

__attribute__((swift_name("CurlFunctions.message(self:for:)")))
static inline const char *cards_curl_words(CurlFunctions table, CURLcode code) { return table.curl_easy_strerror(code); }

/// The versions of libcurl and of the libraries that it uses.
__attribute__((swift_name("CurlFunctions.version(self:)")))
static inline const char *cards_curl_version(CurlFunctions table) { return table.curl_version(); }

/// The seconds since 1970 of a date as headers contain it; -1 for anything else.
__attribute__((swift_name("CurlFunctions.seconds(self:ofDate:)")))
static inline int64_t cards_curl_getdate(CurlFunctions table, const char *text) { return table.curl_getdate(text, NULL); }

/// 0 for unknown.
__attribute__((swift_name("CurlFunctions.number(self:_:of:)")))
static inline long cards_curl_info_long(CurlFunctions table, CURLINFO info, CURL *easy) {
    long value = 0;
    return table.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

/// NULL for unknown; valid as long as the handle.
__attribute__((swift_name("CurlFunctions.text(self:_:of:)")))
static inline const char *cards_curl_info_text(CurlFunctions table, CURLINFO info, CURL *easy) {
    char *value = NULL;
    return table.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

/// The fields of the server's certificate, as lines `Name:value`; NULL where there is none, or it was not requested.
__attribute__((swift_name("CurlFunctions.certificate(self:of:)")))
static inline const struct curl_slist *cards_curl_certificate(CurlFunctions table, CURL *easy) {
    struct curl_certinfo *chain = NULL;
    if (table.curl_easy_getinfo(easy, CURLINFO_CERTINFO, &chain) != CURLE_OK) return NULL;
    return chain != NULL && chain->num_of_certs > 0 ? chain->certinfo[0] : NULL;
}

__attribute__((swift_name("CurlFunctions.append(self:_:to:)")))
static inline struct curl_slist *cards_curl_append(CurlFunctions table, const char *line, struct curl_slist *list) {
    return table.curl_slist_append(list, line);
}

__attribute__((swift_name("CurlFunctions.freeList(self:_:)")))
static inline void cards_curl_free_list(CurlFunctions table, struct curl_slist *list) { table.curl_slist_free_all(list); }

// The multi interface: all transfers, on one thread. Only `wake` may be called from others.

__attribute__((swift_name("CurlFunctions.makeMulti(self:)")))
static inline CurlMulti cards_curl_multi_init(CurlFunctions table) {
    CurlMulti multi = {table.curl_multi_init()};
    return multi;
}

__attribute__((swift_name("CurlFunctions.freeMulti(self:_:)")))
static inline void cards_curl_multi_cleanup(CurlFunctions table, CurlMulti multi) { table.curl_multi_cleanup(multi.handle); }

__attribute__((swift_name("CurlFunctions.add(self:_:to:)")))
static inline bool cards_curl_multi_add(CurlFunctions table, CURL *easy, CurlMulti multi) {
    return table.curl_multi_add_handle(multi.handle, easy) == CURLM_OK;
}

__attribute__((swift_name("CurlFunctions.remove(self:_:from:)")))
static inline void cards_curl_multi_remove(CurlFunctions table, CURL *easy, CurlMulti multi) {
    table.curl_multi_remove_handle(multi.handle, easy);
}

/// False when the multi handle cannot be used any more.
__attribute__((swift_name("CurlFunctions.perform(self:_:)")))
static inline bool cards_curl_multi_perform(CurlFunctions table, CurlMulti multi) {
    int running = 0;
    return table.curl_multi_perform(multi.handle, &running) == CURLM_OK;
}

/// A transfer that ended, with its result; NULL when there are no more.
__attribute__((swift_name("CurlFunctions.nextEnded(self:_:result:)")))
static inline CURL *cards_curl_multi_next_ended(CurlFunctions table, CurlMulti multi, CURLcode *result) {
    int waiting = 0;
    CURLMsg *message;
    while ((message = table.curl_multi_info_read(multi.handle, &waiting)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

__attribute__((swift_name("CurlFunctions.poll(self:_:milliseconds:)")))
static inline bool cards_curl_multi_poll(CurlFunctions table, CurlMulti multi, int milliseconds) {
    return table.curl_multi_poll(multi.handle, NULL, 0, milliseconds, NULL) == CURLM_OK;
}

__attribute__((swift_name("CurlFunctions.wake(self:_:)")))
static inline void cards_curl_multi_wake(CurlFunctions table, CurlMulti multi) { table.curl_multi_wakeup(multi.handle); }

/// Whether libidn2 is there, with which libcurl translates names of hosts. Opens it.
bool cards_idn_is_there(void);

/// A name of a host in ASCII (RFC 5890), which the caller frees; NULL for what is no such name, or where libidn2 is missing.
char *cards_idn_ascii(const char *name);
