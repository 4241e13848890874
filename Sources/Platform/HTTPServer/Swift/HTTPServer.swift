internal import CHTTPServer
